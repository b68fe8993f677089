// The server in a separate process, with a fresh embedded database in a separate folder.
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../files.mjs'
import { endPostmaster, readPostmaster } from './database.mjs'
import { processUs, residentMib, treeUs } from './processor.mjs'

const password = 'a password for the benchmark'
const timeoutMs = 30_000

/** The caller's environment must not change what is measured. */
const bareEnvironment = () =>
  Object.fromEntries(['PATH', 'HOME', 'LANG', 'TMPDIR'].map((name) => [name, process.env[name]]))

export const makeDataDir = () => mkdtemp(join(tmpdir(), 'stationmaster-bench-'))

export class MeasuredServer {
  pending = new Map()
  requestCount = 0
  /** Bytes written to its error stream, where the log is printed. */
  logBytes = 0
  logTail = ''

  /** Starts it with the folder of an earlier run or with an empty one; `extra` are environment variables. */
  static async start(dataDir, extra = {}) {
    const server = new MeasuredServer()
    server.dataDir = dataDir
    const since = performance.now()
    server.child = fork(join(root, 'scripts/bench/serve.mjs'), [], {
      // The full collection is requested before memory is compared; it never runs on its own.
      execArgv: ['--expose-gc'],
      env: {
        ...bareEnvironment(),
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: password,
        NODE_ENV: 'production',
        // The stations of a run belong to one account.
        ACCOUNT_MAX_STATIONS: '100000',
        ACCOUNT_MAX_LOG_MIB_PER_DAY: '1000000',
        ...extra,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    server.watchLog()
    try {
      const { port } = await server.firstMessage()
      server.startedMs = performance.now() - since
      server.child.on('message', ({ id, answer }) => server.pending.get(id)?.(answer))
      server.origin = `http://127.0.0.1:${port}`
      server.postmaster = (await readPostmaster(dataDir)).pid
      await server.signIn(port)
    } catch (error) {
      await server.stop()
      throw error
    }
    return server
  }

  watchLog() {
    this.ended = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.stderr.on('data', (bytes) => {
      this.logBytes += bytes.length
      this.logTail = (this.logTail + bytes).slice(-2000)
    })
  }

  firstMessage() {
    return new Promise((resolve, reject) => {
      this.child.once('message', resolve)
      this.child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${this.logTail}`)))
    })
  }

  /** Requests a figure from the process; see serve.mjs. */
  ask(what) {
    const id = ++this.requestCount
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the server did not report its ${what}`)), timeoutMs)
      this.pending.set(id, (answer) => {
        clearTimeout(late)
        this.pending.delete(id)
        resolve(answer)
      })
      this.child.send({ ask: what, id })
    })
  }

  async signIn(port) {
    this.signedIn = await this.tokensOf('admin')
    this.token = this.signedIn.access_token
    const { link } = await this.call('/charge_point/link', {})
    this.link = link.replace(/\/\/[^/]+/, `//127.0.0.1:${port}`)
  }

  async tokenOf(username) {
    return (await this.tokensOf(username)).access_token
  }

  /** All users of the benchmark have the same password. */
  async tokensOf(username) {
    const answer = await fetch(`${this.origin}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', username, password }),
    })
    const payload = await answer.json()
    if (!answer.ok) throw new Error(`${username} cannot sign in: ${answer.status} ${JSON.stringify(payload)}`)
    return payload
  }

  async call(path, body, token = this.token) {
    const answer = await fetch(`${this.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const payload = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(payload)}`)
    return payload
  }

  /** Returns the size of an answer in bytes and its duration in ms. */
  async page(path, body) {
    const since = performance.now()
    const answer = await fetch(`${this.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      body: JSON.stringify(body),
    })
    const { byteLength: bytes } = await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return { bytes, ms: performance.now() - since }
  }

  /** Creates stations with keys and a card each, as an operator would. */
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

  residentMib() {
    return residentMib(this.child.pid)
  }

  /** Ends the process and its database, by SIGKILL after a timeout; the folder remains. */
  async stop() {
    this.child.kill('SIGTERM')
    const isGone = await Promise.race([this.ended.then(() => true), pause(timeoutMs, false, { ref: false })])
    if (!isGone) {
      this.child.kill('SIGKILL')
      await this.ended
    }
    await endPostmaster(this.dataDir)
  }
}

export const removeDataDir = (dataDir) => rm(dataDir, { recursive: true, force: true })
