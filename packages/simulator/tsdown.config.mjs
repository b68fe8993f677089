/** Bundler options of the package; read by scripts/build.mjs. @type {import('tsdown').InlineConfig} */
export default {
  entry: { cli: 'src/cli.ts', index: 'src/index.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  sourcemap: true,
  deps: { alwaysBundle: [/^@stationmaster\//] },
}
