// The server in a process of its own, with a fresh embedded database in a folder of its own.
import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../files.mjs'
import { processUs, residentMib, treeUs } from './processor.mjs'

const password = 'a password for the benchmark'

export class MeasuredServer {
  /** Starts it with an empty database, or again with the folder of an earlier one. */
  static async start(folder, extra = {}) {
    const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'stationmaster-bench-')))
    const since = performance.now()
    const child = fork(join(root, 'scripts/bench/serve.mjs'), [], {
      env: {
        ...process.env,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: password,
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
        ...extra,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const ready = await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
    const server = new MeasuredServer()
    Object.assign(server, { child, dataDir, port: ready.port, startedMs: performance.now() - since })
    server.origin = `http://127.0.0.1:${ready.port}`
    server.postmaster = await postmasterOf(dataDir)
    await server.signIn()
    return server
  }

  async signIn() {
    const answer = await fetch(`${this.origin}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', username: 'admin', password }),
    })
    this.token = (await answer.json()).access_token
    const { link } = await this.call('/charge_point/link', {})
    this.link = link.replace(/\/\/[^/]+/, `//127.0.0.1:${this.port}`)
  }

  async call(path, body) {
    const answer = await fetch(`${this.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      body: JSON.stringify(body),
    })
    const told = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(told)}`)
    return told
  }

  /** Stations with keys and a card each, as an operator would add them. */
  async addStations(count) {
    const stations = []
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      for (let at = lane; at < count; at += 8) {
        const identity = `LOAD-${String(at).padStart(5, '0')}`
        const card = `CARD${String(at).padStart(5, '0')}`
        const { key } = await this.call('/charge_point/set', { id: null, identity })
        await this.call('/card/set', { id: null, code: card, maxtransactions: 0 })
        stations[at] = { identity, key, card }
      }
    })
    await Promise.all(lanes)
    return stations
  }

  async cpu() {
    return { server: await processUs(this.child.pid), database: await treeUs(this.postmaster) }
  }

  memoryMib() {
    return residentMib(this.child.pid)
  }

  async metrics() {
    const answer = await fetch(`${this.origin}/metrics`, {
      headers: { authorization: `Bearer ${this.token}` },
    })
    return answer.ok ? answer.text() : ''
  }

  /** Stops the process; the folder stays. */
  async stop() {
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.kill('SIGTERM')
    await ended
  }

  async remove() {
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

/** The first line of postmaster.pid is the process that all others of PostgreSQL descend from. */
async function postmasterOf(dataDir) {
  for (const path of ['postgres/cluster/postmaster.pid', 'postgres/postmaster.pid']) {
    const text = await readFile(join(dataDir, path), 'utf8').catch(() => null)
    if (text !== null) return Number(text.split('\n')[0])
  }
  throw new Error('no postmaster.pid: the processor time of the database cannot be measured')
}
