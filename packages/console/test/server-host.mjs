// Runs the built server for test files, one server after the other: a process for each would load and compile it
// again, which takes longer than what most files request of it. Messages are `{ id, start: environment }` and
// `{ id, stop: id of the start }`; each is answered with the printed lines, or with the error.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../../scripts/files.mjs'
import { run } from '../../../scripts/install.mjs'
import { staleProducts } from '../../../scripts/products.mjs'

/** Builds what is stale, as `npm start` does. */
async function load() {
  if ((await staleProducts()).length > 0) await run(process.execPath, ['scripts/build.mjs'])
  return import(pathToFileURL(join(root, 'packages/server/dist/main.mjs')).href)
}

const loaded = load()
const running = new Map()

async function start(id, environment) {
  const { serve } = await loaded
  const lines = []
  const own = process.env
  // It is read before `serve` returns.
  process.env = { ...own, ...environment }
  const starting = serve({ print: (line) => lines.push(line) })
  process.env = own
  running.set(id, await starting)
  return lines.join('\n')
}

async function stop(id) {
  await running.get(id)?.close()
  running.delete(id)
  return ''
}

process.on('message', (message) => {
  const work = message.start ? start(message.id, message.start) : stop(message.stop)
  work.then(
    (printed) => process.send({ id: message.id, printed }),
    (error) => process.send({ id: message.id, problem: String(error?.stack ?? error) }),
  )
})
// The worker has ended, with or without its files.
process.on('disconnect', () => process.exit(0))
