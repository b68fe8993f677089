// The measured process: the bundle that `npm start` serves, and nothing else.
const { serve } = await import('../../packages/server/dist/main.mjs')
const server = await serve({ say: () => {} })
process.send({ port: server.port })

const stop = async () => {
  await server.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('disconnect', stop)
