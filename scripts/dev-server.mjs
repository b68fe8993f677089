// The server of `npm run dev`, a child process that is replaced whenever its sources change.
import { serve } from '../packages/server/dist/main.mjs'

let isStopping = false
let server

/** A server that is still starting is closed once it has started, so that its database does not stay behind. */
async function stop() {
  isStopping = true
  if (!server) return
  await server.close()
  process.exit(0)
}

// Ctrl-C reaches all processes; the parent decides the order in which they end.
process.on('SIGINT', () => {})
process.once('SIGTERM', () => void stop())
process.once('disconnect', () => void stop())

try {
  server = await serve({ demo: true })
} catch (error) {
  console.error(error.name === 'StartProblem' ? error.message : error)
  process.exit(1)
}
if (isStopping) await stop()
else process.send('serving')
