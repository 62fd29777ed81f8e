/** The limb of the planet on which every page lands: a ball so large that only its upper edge and two seams are seen. */
export function Horizon() {
  return (
    <svg className="horizon" viewBox="0 0 1200 150" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <defs>
        <linearGradient id="horizon-edge" x1="0" x2="1">
          <stop offset="0" stopColor="#8b6cff" stopOpacity="0" />
          <stop offset="0.3" stopColor="#8b6cff" />
          <stop offset="0.55" stopColor="#ff8a3d" />
          <stop offset="0.8" stopColor="#8b6cff" />
          <stop offset="1" stopColor="#8b6cff" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="horizon-seam" gradientUnits="userSpaceOnUse" x1="0" y1="15" x2="0" y2="95">
          <stop offset="0" stopColor="#ff8a3d" stopOpacity="0.6" />
          <stop offset="1" stopColor="#ff8a3d" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="horizon-body" gradientUnits="userSpaceOnUse" x1="0" y1="10" x2="0" y2="95">
          <stop offset="0" stopColor="#2a1b3d" />
          <stop offset="0.35" stopColor="#17122e" />
          <stop offset="1" stopColor="#0f0c20" />
        </linearGradient>
      </defs>
      <path d="M-200 150C200 -30 1000 -30 1400 150Z" fill="url(#horizon-body)" />
      <g fill="none" stroke="url(#horizon-seam)" strokeWidth="1.5">
        <path d="M600 15C602 60 603 100 603 150M312 37C372 70 402 110 412 150M888 37C828 70 798 110 788 150" />
      </g>
      <path d="M-200 150C200 -30 1000 -30 1400 150" fill="none" stroke="url(#horizon-edge)" strokeWidth="2.5" />
    </svg>
  );
}
