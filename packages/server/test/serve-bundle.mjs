// The bundle of the server, for tests that kill it.
const { serve } = await import(new URL('../dist/main.mjs', import.meta.url).href)
const server = await serve({ print: () => {} })
process.send({ port: server.port })

const stop = async () => {
  await server.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('disconnect', stop)
