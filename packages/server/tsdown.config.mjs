/** How the package is bundled; read by scripts/build.mjs. @type {import('tsdown').InlineConfig} */
export default {
  // The sandbox of scripts is a thread, found beside the bundle as it is found beside its sources.
  entry: { main: 'src/main.ts', 'worker/script-worker': 'src/modules/scripts/worker/script-worker.mjs' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  sourcemap: true,
  // One character beyond Latin-1, of a text in Russian or of a comment, doubles the memory of the whole source.
  outputOptions: { charset: 'ascii', comments: { jsdoc: false } },
  // Packages of some hundred small modules: bundled, they start in half the time and take 20 MiB less.
  deps: { alwaysBundle: [/^@stationmaster\//, /^(jose|kysely|typebox)(\/|$)/] },
  // The SQL files lie beside the bundle as they lie beside storage/migrate.ts.
  copy: [{ from: 'src/storage/migrations/*.sql', to: 'dist/migrations' }],
}
