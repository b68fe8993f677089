/** How the package is bundled; read by scripts/build.mjs. @type {import('tsdown').InlineConfig} */
export default {
  entry: { main: 'src/main.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  sourcemap: true,
  deps: { alwaysBundle: [/^@stationmaster\//] },
  // The SQL files lie beside the bundle as they lie beside storage/migrate.ts.
  copy: [{ from: 'src/storage/migrations/*.sql', to: 'dist/migrations' }],
}
