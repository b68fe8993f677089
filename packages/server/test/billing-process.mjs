// The server from its bundle without running jobs, for tests that decide when a job runs and what time it is.
const { composeApp, createLog, readConfig } = await import(new URL('../dist/main.mjs', import.meta.url).href)
let offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0)
const clock = {
  now: () => new Date(Date.now() + offsetMs),
  monotonicMs: () => performance.now() + offsetMs,
}
const config = readConfig()
const app = await composeApp({
  config,
  databaseUrl: process.env.DATABASE_URL,
  log: createLog(process.env.TEST_LOG ?? 'silent'),
  clock,
})
process.send({ port: await app.listen(config.port, config.host) })

process.on('message', async ({ job, offsetMs: next }) => {
  try {
    offsetMs = next ?? offsetMs
    if (job) await app.jobs.work(job)
    process.send({})
  } catch (error) {
    process.send({ error: error.message })
  }
})
const stop = async () => {
  await app.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('disconnect', stop)
