import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { eventually } from './test-gateway.ts'

interface Place {
  /** Port at which the proxy listens. */
  port: number
  /** Empty folder for its files. */
  folder: string
}

/**
 * Starts a proxy in front of servers, which listen from then on, and waits until it passes a request on; returns its
 * origin and the function that stops all of them.
 */
export async function openProxy({
  program,
  servers,
  argumentsOf,
  ready,
}: {
  program: string
  servers: readonly Server[]
  /** Writes the files of the proxy, and returns its arguments. */
  argumentsOf: (place: Place) => string[]
  /** Path that the servers answer. */
  ready: string
}) {
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
  const folder = mkdtempSync(join(tmpdir(), `${program}-`))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(program, argumentsOf({ port, folder }), { stdio: 'ignore' })
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
    rmSync(folder, { recursive: true })
    for (const server of servers) server.close()
  }
  const isReady = () =>
    fetch(origin + ready).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await eventually(isReady)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, stop }
}
