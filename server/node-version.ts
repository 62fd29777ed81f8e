const NODE_MAJOR = 24;

/** Exits if Node is too old. The project installs the right version as a dependency and supports no older one. */
export function assertNodeVersion(version = process.versions.node): void {
  if (Number(version.split('.')[0]) >= NODE_MAJOR) return;
  console.error(
    `Planet Crew runs on Node ${NODE_MAJOR}, and this is Node ${version}. Start it with npm start: the package brings the right one.`,
  );
  process.exit(1);
}
