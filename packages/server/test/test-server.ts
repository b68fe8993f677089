import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type AnswerOf, type BodyOf, type Endpoint, token as tokenRow } from '@stationmaster/contract'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'
import { type App, composeApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Live } from '../src/live/live.ts'
import type { Clock } from '../src/shared/clock.ts'
import { newId } from '../src/shared/ids.ts'
import { createLog } from '../src/shared/log.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import {
  addAdministrator,
  cheapHash,
  findUser,
  LoginSessions,
  password,
  type TestUser,
  testUser,
} from './login-sessions.ts'

export { password, type TestUser } from './login-sessions.ts'

/** A clock that tests can move forward. */
export class MovedClock implements Clock {
  private offsetMs = 0
  now(): Date {
    return new Date(Date.now() + this.offsetMs)
  }
  monotonicMs(): number {
    return performance.now() + this.offsetMs
  }
  forward(ms: number): void {
    this.offsetMs += ms
  }
  /** Moves to the begin of the next period of a code or limit, so that a slow test stays within it. */
  forwardToNext(periodMs: number): void {
    this.forward(periodMs - (this.now().getTime() % periodMs))
  }
}

export interface Reply<Body = unknown> {
  status: number
  headers: Headers
  body: Body
}

export interface FailureBody {
  error: {
    code: string
    message: string
    field?: string
    params?: Record<string, string | number>
    cause?: Omit<FailureBody['error'], 'correlation'>
    correlation: string
  }
}

/** A whole server over real HTTP with a separate database, used by the API. */
export class TestServer {
  readonly fresh: FreshDatabase
  readonly app: App & { live: Live }
  readonly url: string
  readonly clock: MovedClock
  private callers = 0
  private sessions: Promise<LoginSessions> | undefined
  private readonly agent = new Agent({ keepAlive: true })

  private constructor(fresh: FreshDatabase, app: App, url: string, clock: MovedClock) {
    this.fresh = fresh
    this.app = app as TestServer['app'] // it runs with ROLE=all
    this.url = url
    this.clock = clock
  }

  static async open(
    variables: Record<string, string> = {},
    options: { isNew?: boolean; database?: FreshDatabase } = {},
  ): Promise<TestServer> {
    const fresh = options.database ?? (await freshDatabase())
    const clock = new MovedClock()
    const config = readConfig({
      ...(options.isNew ? {} : { ADMIN_PASSWORD: password }),
      TRUST_PROXY: 'on',
      DATA_DIR: fresh.dataDir,
      // TEST_POOL=1 shows that no handler waits for a second connection while it has one
      DATABASE_POOL: process.env.TEST_POOL ?? '10',
      ...variables,
    })
    // a server with SECRET_KEY signs the audit trail with it, this function with the key of the data folder
    if (config.adminPassword === password && config.secretKey === undefined)
      await addAdministrator(fresh.db, clock.now())
    const log = createLog(process.env.TEST_LOG ?? 'silent')
    const app = await composeApp({ config, databaseUrl: fresh.url, log, clock })
    const port = await app.listen(0, '127.0.0.1')
    return new TestServer(fresh, app, `http://127.0.0.1:${port}`, clock)
  }

  get db() {
    return this.fresh.db
  }

  /** Sends any request; the body is parsed if it is JSON. */
  async fetch(path: string, init: RequestInit = {}): Promise<Reply> {
    const response = await fetch(this.url + path, init)
    return replyOf(response.status, response.headers, await response.text())
  }

  /** The address that requests come from; null: a new one each time, so that limits do not affect other tests. */
  from: string | null = null

  /** Calls an endpoint without `fetch`, which takes five times the processor time of a small request. */
  async post(path: string, body: unknown, token?: string): Promise<Reply> {
    this.callers += 1
    const sent = request(this.url + path, {
      agent: this.agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': this.from ?? `10.0.${this.callers >> 8}.${this.callers & 255}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    sent.end(JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    // a server that refuses a body answers before it has read it, and closes the connection
    sent.on('error', () => {})
    return replyOf(response.statusCode!, headersOf(response), await text(response))
  }

  /** Calls an endpoint and validates a response with status 200 against its schema. */
  async call<E extends Endpoint>(
    row: E,
    body: BodyOf<E> | Record<string, unknown>,
    who?: { token: string },
  ): Promise<Reply<AnswerOf<E>>> {
    const reply = await this.post(addressOf(row), body, who?.token)
    if (reply.status === 200 && !('fields' in body)) expectShape(row.answer, reply.body)
    return reply as Reply<AnswerOf<E>> // validated by the schema
  }

  /** Calls an endpoint and throws if it fails. */
  async request<E extends Endpoint>(
    row: E,
    body: BodyOf<E> | Record<string, unknown>,
    who: { token: string },
  ): Promise<AnswerOf<E>> {
    const reply = await this.call(row, body, who)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body
  }

  /** Calls an endpoint that must fail, and returns the error. */
  async requestError(
    row: Endpoint,
    body: Record<string, unknown>,
    who?: { token: string },
  ): Promise<FailureBody['error'] & { status: number }> {
    const reply = await this.call(row, body, who)
    expect(reply.status, JSON.stringify(reply.body)).toBeGreaterThanOrEqual(400)
    return { ...(reply.body as FailureBody).error, status: reply.status }
  }

  /** Adds an account. One that a failed try of the same test has added under this code is renamed. */
  async addAccount(code: string): Promise<string> {
    const id = newId()
    await this.db
      .updateTable('accounts')
      .set({ code: `${code}-before-${id}` })
      .where('code', '=', code)
      .execute()
    await this.db.insertInto('accounts').values({ id, code, name: code }).execute()
    return id
  }

  async firstAccount(): Promise<string> {
    return this.app.firstRun.account.id
  }

  /** Adds a user with the usual password. One that a failed try of the same test has added is renamed. */
  async addUser(
    username: string,
    options: {
      accountId?: string
      interface?: 'user' | 'driver'
      isAdmin?: boolean
      email?: string
      /** Hash of the usual password, for tests of how long a sign-in takes. */
      passwordHash?: string
    } = {},
  ): Promise<{ id: string; accountId: string; username: string }> {
    const id = newId()
    const accountId = options.accountId ?? (await this.firstAccount())
    await this.db
      .updateTable('users')
      .set({ username: `${username}-before-${id}`, email: null })
      .where('username', '=', username)
      .execute()
    await this.db
      .insertInto('users')
      .values({
        id,
        account_id: accountId,
        username,
        email: options.email ?? null,
        password_hash: options.passwordHash ?? (await cheapHash()),
        is_admin: options.isAdmin ?? false,
        interface_code: options.interface ?? 'user',
      })
      .execute()
    return { id, accountId, username }
  }

  /** Opens a login session for a user without the password, by the code of the server. */
  async signIn(username: string): Promise<TestUser> {
    this.sessions ??= LoginSessions.open({ db: this.db, bus: this.app.bus, clock: this.clock })
    return (await this.sessions).of(username)
  }

  /** Signs a user in with the usual password, as the console does. */
  async signInByPassword(username: string): Promise<TestUser> {
    const reply = await this.post(tokenRow.path, { grant_type: 'password', username, password })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return testUser(await findUser(this.db, username), reply.body as AnswerOf<typeof tokenRow>)
  }

  /** Adds a user who has signed in. */
  async user(username: string, options: Parameters<TestServer['addUser']>[1] = {}): Promise<TestUser> {
    await this.addUser(username, options)
    return this.signIn(username)
  }

  /** Returns the audit entries of an object, oldest first. */
  async changesOf(objectId: string): Promise<string[]> {
    const rows = await this.db
      .selectFrom('audit_log')
      .select(['action', 'username', 'via'])
      .where('object_id', '=', objectId)
      .orderBy('id')
      .execute()
    return rows.map(({ action, username, via }) => `${action} by ${username ?? via}`)
  }

  async close(): Promise<void> {
    this.agent.destroy()
    await this.app.close()
    await this.fresh.close()
  }
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers()
  const { rawHeaders } = response
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index]!, rawHeaders[index + 1]!)
  return headers
}

function replyOf(status: number, headers: Headers, content: string): Reply {
  const isJson = headers.get('content-type')?.startsWith('application/json')
  return { status, headers, body: isJson ? (JSON.parse(content) as unknown) : content }
}

export const addressOf = (row: Endpoint): string => (row.root ? row.path : `/api/v1${row.path}`)

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/** Asserts that the server sends what the contract defines. */
export function expectShape<S extends TSchema>(schema: S, value: unknown): asserts value is Static<S> {
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  expect(validator.Errors(value).slice(0, 3)).toEqual([])
}
