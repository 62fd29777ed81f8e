const MAJOR = 24;

/** Exits on an older Node. The project ships its own as a dependency; other versions only work by accident. */
export function assertNodeVersion(version = process.versions.node): void {
  if (Number(version.split('.')[0]) >= MAJOR) return;
  console.error(
    `Planet Crew runs on Node ${MAJOR}, and this is Node ${version}. Start it with npm start: the package brings the right one.`,
  );
  process.exit(1);
}
