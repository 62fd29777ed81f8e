// Plain JavaScript, so that an older Node can print this message. npm runs the package's own Node unless it wasn't
// unpacked.
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `This is Node ${process.versions.node}; the package brings Node 24, but it is not there. Run: npm rebuild node (npm ci does the same unless scripts are switched off).`,
  );
  process.exit(1);
}
