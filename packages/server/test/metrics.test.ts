import { readFile } from 'node:fs/promises'
import { stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

const metricsToken = 'a-token-of-the-monitoring-system-0123456789'
let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open({ METRICS_TOKEN: metricsToken })
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const get = (token?: string) =>
  server.fetch('/metrics', token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })

const scrape = async (): Promise<string> => String((await get(metricsToken)).body)

/** Returns the series, except those of jobs: a job of the fixed list may run for the first time between two scrapes. */
const scrapeSeries = async () =>
  (await scrape()).split('\n').filter((line) => /^[a-z]/.test(line) && !line.includes('{job="'))

/** Returns the value of a series, such as `stationmaster_jobs{state="due"}`; undefined if there is none. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const connect = async () => {
  const identity = `M-${newId()}`
  const { key, link } = await server.request(stationSet, { id: null, identity }, admin)
  const url = server.url.replace('http', 'ws')
  const socket = await RawStation.connect({ url, identity, key: key!, path: new URL(link).pathname })
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  return { identity, socket }
}

describe('access to the metrics', () => {
  test('has the monitoring system with its token, and administrators with theirs', async () => {
    const { status, headers, body } = await get(metricsToken)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(body).toContain('stationmaster_stations_connected 0')
    expect((await get(admin.token)).status).toBe(200)
  })

  test('is refused to everyone else, also to callers on this machine', async () => {
    const operator = await server.user('metrics-operator')
    for (const token of [undefined, '', `${metricsToken}x`, metricsToken.slice(1), operator.token])
      expect((await get(token)).status, token).toBe(403)
  })

  test('without METRICS_TOKEN has no monitoring system', async () => {
    const other = await TestServer.open()
    for (const authorization of ['Bearer ', 'Bearer undefined', `Bearer ${metricsToken}`])
      expect((await other.fetch('/metrics', { headers: { authorization } })).status).toBe(403)
    await other.close()
  })
})

describe('the metrics', () => {
  test('count and measure calls of stations by action and outcome', async () => {
    const { socket } = await connect()
    await socket.call('Heartbeat', {})
    await expect(socket.call('StatusNotification', { connectorId: 'x' })).rejects.toThrow()
    await expect(socket.call('NoSuchAction', {})).rejects.toThrow()
    const calls = (await scrape()).split('\n').filter((line) => line.includes('station_calls_total{'))
    expect(calls).toEqual(
      expect.arrayContaining([
        'stationmaster_station_calls_total{action="BootNotification",outcome="result"} 1',
        'stationmaster_station_calls_total{action="Heartbeat",outcome="result"} 1',
        'stationmaster_station_calls_total{action="StatusNotification",outcome="error"} 1',
        'stationmaster_station_calls_total{action="other",outcome="error"} 1',
      ]),
    )
    const text = await scrape()
    expect(valueOf(text, 'stationmaster_station_call_duration_seconds_count{action="Heartbeat"}')).toBe(1)
    expect(valueOf(text, 'stationmaster_stations_connected')).toBe(1)
    await socket.close()
  })

  // Proves L255
  test('have no labels that grow with stations, users or input', async () => {
    const { identity, socket } = await connect()
    const addInput = async () => {
      await expect(socket.call(`Made-Up-${newId()}`, {})).rejects.toThrow()
      await server.fetch(`/made-up/${newId()}`)
      return scrapeSeries()
    }
    let after = await addInput()
    // the first run of a job adds series between two counts, but not between all of them
    const growth = async () => {
      const before = after.length
      after = await addInput()
      return after.length - before
    }
    await expect.poll(growth).toBe(0)
    expect(after.join('\n')).not.toMatch(new RegExp(`${identity}|Made-Up|made-up`))
    await socket.close()
  })

  test('follow the conventions of Prometheus', async () => {
    const types = [...(await scrape()).matchAll(/^# TYPE (stationmaster_\w+) (\w+)$/gm)]
    expect(types.length).toBeGreaterThan(20)
    for (const [, name, type] of types) {
      expect(name!.endsWith('_total'), name).toBe(type === 'counter')
      // base units only
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|hours|kib|mib)$/)
      if (type === 'histogram') expect(name).toMatch(/_seconds$/)
    }
  })

  test('show database connections, and work that waits in the database', async () => {
    const text = await scrape()
    expect(valueOf(text, 'stationmaster_database_pool_max_connections{pool="web"}')).toBeGreaterThan(0)
    expect(valueOf(text, 'stationmaster_database_pool_waiting_requests{pool="jobs"}')).toBe(0)
    expect(valueOf(text, 'stationmaster_commands{state="queued"}')).toBe(0)
    await server.db
      .insertInto('rating_queue')
      .values([{ transaction_id: newId() }, { transaction_id: newId() }])
      .execute()
    server.clock.forward(10_000)
    const later = await scrape()
    expect(valueOf(later, 'stationmaster_rating_sessions{state="queued"}')).toBe(2)
    expect(valueOf(later, 'stationmaster_invoices{state="failed"}')).toBe(0)
    expect(valueOf(later, 'stationmaster_storage_available')).toBe(1)
    expect(valueOf(later, 'stationmaster_wal_archive_failing')).toBe(0)
  })

  test('count and measure runs of jobs', async () => {
    server.app.jobs.start()
    const runs = 'stationmaster_job_runs_total{job="charges.rate",outcome="succeeded"}'
    await expect.poll(async () => valueOf(await scrape(), runs)).toBeGreaterThan(0)
    const text = await scrape()
    expect(valueOf(text, 'stationmaster_job_duration_seconds_count{job="charges.rate"}')).toBeGreaterThan(0)
    const last = valueOf(text, 'stationmaster_job_last_success_timestamp_seconds{job="charges.rate"}')!
    expect(Math.abs(last - Date.now() / 1000)).toBeLessThan(600)
  })
})

const readDeployed = (path: string) => readFile(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')

/** Returns what expressions select: names of metrics with the labels that they filter by. */
const selectedIn = (text: string) =>
  [...text.matchAll(/\b((?:stationmaster|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name, filters = '']) => ({
      name: name!,
      labels: [...filters.matchAll(/(\w+)\s*[=!]~?/g)].map(([, label]) => label!),
    }),
  )

describe('the dashboard and the alert rules in deploy/', () => {
  test.each(['grafana/stationmaster.json', 'prometheus/stationmaster.rules.yml'])(
    '%s uses metrics and labels that exist',
    async (path) => {
      const text = await scrape()
      const metrics = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => ({
        name: name!,
        type,
      }))
      const exposed = new Set(
        metrics.flatMap(({ name, type }) =>
          type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
        ),
      )
      const selected = selectedIn((await readDeployed(path)).replaceAll('\\"', '"'))
      expect(selected.length).toBeGreaterThan(10)
      for (const { name, labels } of selected) {
        expect([...exposed], name).toContain(name)
        const series = text.split('\n').find((line) => line.startsWith(`${name}{`))
        // the label of the scrape configuration
        const own = labels.filter((label) => label !== 'job' && label !== 'instance')
        if (series) for (const label of own) expect(series, name).toContain(`${label}="`)
      }
    },
  )

  test('every alert has an expression, a duration, a severity and a summary', async () => {
    const rules = (await readDeployed('prometheus/stationmaster.rules.yml')).split('- alert: ').slice(1)
    expect(rules.length).toBeGreaterThan(5)
    for (const rule of rules)
      expect(rule).toMatch(
        /^Stationmaster\w+\n +expr: [^\n]+\n(?:[^]*\n)? +for: \d+[mh]\n +labels: \{ severity: (?:critical|warning) \}\n +annotations:\n +summary: \S[^\n]+\.\n/,
      )
  })

  test('every metric of the server is on the dashboard', async () => {
    const dashboard = await readDeployed('grafana/stationmaster.json')
    for (const [, name] of (await scrape()).matchAll(/^# TYPE (stationmaster_\w+) /gm))
      if (name !== 'stationmaster_job_last_success_timestamp_seconds') expect(dashboard).toContain(name)
  })
})
