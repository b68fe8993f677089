import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { mayAll } from '../../../test/rights.ts'
import type { Bus } from '../../bus/bus.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { systemClock } from '../../shared/clock.ts'
import type { ScriptEffect, ScriptRun } from '../scripts/index.ts'
import { runMethodForUser } from './engine.ts'
import { setObject } from './set-object.ts'
import { WorkflowService } from './workflow-service.ts'

const bus: Bus = {
  publish: () => Promise.resolve(),
  sendHints: async () => {},
  on: () => () => {},
  onGap: () => () => {},
  close: () => Promise.resolve(),
}

/** The script is the JSON of its effects; other text fails. */
const runScript = async ({ source }: ScriptRun) => {
  try {
    return { effects: JSON.parse(source) as ScriptEffect[], log: [], ms: 0 }
  } catch {
    return { error: { code: 'script.thrown' as const, params: { reason: source }, line: 1 }, log: [], ms: 0 }
  }
}

let fresh: FreshDatabase
let service: WorkflowService
let account: string
let user: string
beforeAll(async () => {
  fresh = await freshDatabase()
  account = newId()
  user = newId()
  await fresh.db.insertInto('accounts').values({ id: account, code: 'a', name: 'a' }).execute()
  await fresh.db.insertInto('users').values({ id: user, account_id: account, username: 'u' }).execute()
  const scripts = { runScript, check: () => Promise.resolve(null) }
  const sends = {
    notice: () => Promise.resolve(null),
    post: () => Promise.resolve(refuse('server.unexpected')),
  }
  const deps = { db: fresh.db, bus, clock: systemClock, scripts, ...sends }
  service = await WorkflowService.open(deps, (error) => {
    throw error
  })
})
afterAll(() => fresh.close())

type Random = (below: number) => number
const randomOf = (seed: number): Random => {
  let state = seed * 7_919 + 1
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

interface Method {
  id: string
  code: string
  /** Index of its state; null for any state. */
  state: number | null
  isVisible: boolean
}
interface Way {
  from: number | null
  method: number
  to: number
}
/** A random class; whether it allows a method is decided here without the rules of the engine. */
interface Plan {
  code: string
  states: { id: string; code: string; state_type: 'created' | 'enabled' | 'disabled' | 'deleted' }[]
  methods: Method[]
  ways: Way[]
  allowed: Set<string>
}
const types = ['created', 'enabled', 'disabled', 'deleted'] as const

function planOf(seed: number, random: Random): Plan {
  const states = Array.from({ length: 2 + random(4) }, (_, n) => ({
    id: newId(),
    code: `s${n}`,
    state_type: types[random(4)]!,
  }))
  const some = (chance: number) => random(100) < chance
  const methods = Array.from({ length: 2 + random(5) }, (_, n) => ({
    id: newId(),
    code: `m${n}`,
    state: some(30) ? random(states.length) : null,
    isVisible: some(80),
  }))
  const ways = new Map<string, Way>()
  for (let n = random(12); n > 0; n--) {
    const way = {
      from: some(25) ? null : random(states.length),
      method: random(methods.length),
      to: random(states.length),
    }
    ways.set(`${way.from} ${way.method}`, way)
  }
  const allowed = new Set(methods.filter(() => some(75)).map(({ code }) => code))
  return { code: `plan_${seed}`, states, methods, ways: [...ways.values()], allowed }
}

async function build(plan: Plan, random: Random): Promise<void> {
  const { db } = fresh
  const class_code = plan.code
  await db
    .insertInto('classes')
    .values({ code: class_code, parent_code: 'device', entity: 'x', name: 'x' })
    .execute()
  await db.insertInto('class_types').values({ class_code, code: 't', name: 't' }).execute()
  await db
    .insertInto('class_states')
    .values(plan.states.map((row, sequence) => ({ ...row, class_code, label: row.code, sequence })))
    .execute()
  const actions = plan.methods.map(({ code }) => `${class_code}_${code}`)
  await db
    .insertInto('workflow_actions')
    .values(actions.map((code) => ({ code, label: code })))
    .execute()
  await db
    .insertInto('class_methods')
    .values(
      plan.methods.map(({ id, code, state, isVisible }, n) => ({
        id,
        class_code,
        code,
        label: code,
        state_id: state === null ? null : plan.states[state]!.id,
        action_code: actions[n]!,
        is_visible: isVisible,
      })),
    )
    .execute()
  const transitions = plan.ways.map(({ from, method, to }) => ({
    class_code,
    state_id: from === null ? null : plan.states[from]!.id,
    method_id: plan.methods[method]!.id,
    new_state_id: plan.states[to]!.id,
  }))
  if (transitions.length > 0) await db.insertInto('class_transitions').values(transitions).execute()
  const events = actions
    .filter(() => random(100) < 40)
    .map((action_code) => ({
      class_code,
      action_code,
      kind: 'script' as const,
      label: 'x',
      script: script(random),
    }))
  if (events.length > 0) await db.insertInto('class_events').values(events).execute()
}

function script(random: Random): string {
  const effects = [
    { line: 1, kind: 'setLabel', text: `label ${random(9)}` },
    { line: 2, kind: 'runMethod', code: `m${random(7)}`, params: {} },
    { line: 3, kind: 'notice', to: 'u', text: 'x' },
    { line: 4, kind: 'post', url: 'x', body: '{}' },
  ]
  if (random(100) < 15) return 'thrown'
  return JSON.stringify([effects[random(100) < 15 ? 3 : random(3)]])
}

/** Returns the state to which a method leads; null if the state does not have it. */
function judge(plan: Plan, state: number, n: number): number | null {
  const method = plan.methods[n]!
  const isDeleted = plan.states[state]!.state_type === 'deleted'
  const ways = plan.ways.filter((way) => way.method === n)
  const way =
    ways.find(({ from }) => from === state) ??
    (isDeleted ? undefined : ways.find(({ from }) => from === null))
  if (method.state !== null) return method.state === state ? (way?.to ?? state) : null
  if (ways.length > 0) return way?.to ?? null
  return isDeleted ? null : state
}

const viewerOf = (plan: Plan): Viewer => ({
  accountId: account,
  userId: user,
  isAdmin: false,
  isDriver: false,
  clientId: null,
  session: 's',
  username: 'u',
  locale: 'en',
  rights: {
    ...mayAll,
    mayMethod: ({ classCode, methodCode }) => classCode === plan.code && plan.allowed.has(methodCode),
  },
})

const stateOf = async (plan: Plan, id: string): Promise<number> => {
  const row = await fresh.db
    .selectFrom('objects')
    .select('state_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return plan.states.findIndex((state) => state.id === row.state_id)
}

interface Line {
  action: string
  before: { state: string } | null
  after: { state: string }
}
const journalOf = async (id: string): Promise<Line[]> =>
  (await fresh.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('object_id', '=', id)
    .where('kind', '=', 'method')
    .orderBy('id')
    .execute()) as Line[]

/** Replays the audit trail from the first state; each entry must begin where the one before it ended. */
function replay(plan: Plan, start: number, lines: readonly Line[]): number {
  let at = start
  for (const { action, before, after } of lines) {
    const n = plan.methods.findIndex(({ code }) => code === action)
    expect(plan.methods[n]!.isVisible && plan.allowed.has(action), action).toBe(true)
    if (before) expect(before.state).toBe(plan.states[at]!.code)
    const to = judge(plan, at, n)
    expect(after.state).toBe(plan.states[to!]?.code)
    at = to!
  }
  return at
}

async function runs(plan: Plan, random: Random): Promise<{ ran: number; refused: number }> {
  const viewer = viewerOf(plan)
  const id = await setObject(service, viewer, { id: null, class: plan.code, label: 'x' })
  if (isRefusal(id)) throw new Error(id.message)
  const start = await stateOf(plan, id)
  const count = { ran: 0, refused: 0 }
  for (let turn = 0; turn < 12; turn++) {
    const before = await stateOf(plan, id)
    expect(before).toBeGreaterThanOrEqual(0)
    const lines = (await journalOf(id)).length
    const n = random(plan.methods.length)
    const method = plan.methods[n]!
    const isForbidden = !method.isVisible || !plan.allowed.has(method.code) || judge(plan, before, n) === null
    const done = await runMethodForUser(service, viewer, { classCode: plan.code, id, method: method.code })
    if (isForbidden) expect(isRefusal(done), `${plan.code} ${method.code}`).toBe(true)
    if (!isRefusal(done)) count.ran++
    else {
      count.refused++
      expect(await stateOf(plan, id)).toBe(before)
      expect((await journalOf(id)).length).toBe(lines)
    }
  }
  expect(replay(plan, start, await journalOf(id))).toBe(await stateOf(plan, id))
  return count
}

// Proves O2
test('random workflows keep every object in a state and run nothing forbidden, and their audit trail can be replayed', async () => {
  const total = { ran: 0, refused: 0 }
  const seeds = Array.from({ length: 16 }, (_, n) => n + 1)
  const plans = seeds.map((seed) => ({ random: randomOf(seed), plan: planOf(seed, randomOf(seed + 1_000)) }))
  for (const { plan, random } of plans) await build(plan, random)
  await service.refresh()
  for (const { plan, random } of plans) {
    const { ran, refused } = await runs(plan, random)
    total.ran += ran
    total.refused += refused
  }
  // both occur often enough
  expect(Math.min(total.ran, total.refused)).toBeGreaterThan(30)
})
