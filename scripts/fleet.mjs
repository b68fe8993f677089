// Runs the virtual stations of the demo in a separate process, like real stations.
import { fork } from 'node:child_process'
import { unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { root } from './files.mjs'

const bundle = join(root, 'packages/simulator/dist/cli.mjs')
const againAfterMs = 5000
const timeoutMs = 5000
const checkEveryMs = 500

/**
 * Starts the fleet of a file and restarts it after a crash; `stop` ends it. It ends with this process, and
 * when the file is removed, because the stations no longer exist then.
 */
export function startFleet(file, print) {
  let child
  let timer
  let isStopping = false

  const begin = () => {
    child = fork(bundle, ['fleet', file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('exit', (code, signal) => {
      if (isStopping) return
      print(
        `The virtual stations ended (${code ?? signal}) and will be restarted in ${againAfterMs / 1000} s.`,
      )
      timer = setTimeout(begin, againAfterMs)
    })
    child.once('error', (error) => print(`The virtual stations cannot be started: ${error.message}`))
  }

  const stop = async () => {
    isStopping = true
    unwatchFile(file)
    clearTimeout(timer)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    await ended
    clearTimeout(late)
  }

  begin()
  watchFile(file, { interval: checkEveryMs, persistent: false }, ({ nlink }) => {
    if (nlink > 0 || isStopping) return
    print('The demo was removed: its virtual stations disconnect.')
    void stop()
  })
  return { stop }
}
