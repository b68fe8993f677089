// Samples how long the main thread of a browser page ran, and how long it waited for a processor.
import { readFileSync } from 'node:fs'

const intervalMs = 3

/**
 * Returns the process of the page's renderer; its main thread has the same id. The browser names all of its renderers,
 * of which the one that used the most processor time shows the page: the others are empty.
 */
async function rendererOf(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return renderers.sort((a, b) => b.cpuTime - a.cpuTime)[0].id
}

/**
 * Starts to sample the times of the page's main thread (Linux: /proc/PID/schedstat, in ns). The function `between` returns
 * both in ms between two instants of Date.now(), to a sampling interval; `stop` ends it.
 */
export async function sampleThread(browser) {
  const file = `/proc/${await rendererOf(browser)}/schedstat`
  const samples = []
  const sample = () => {
    const [ran, waited] = readFileSync(file, 'utf8').split(' ', 2)
    samples.push({ at: performance.timeOrigin + performance.now(), ranMs: ran / 1e6, waitedMs: waited / 1e6 })
  }
  sample()
  const timer = setInterval(sample, intervalMs)
  return {
    between(from, to) {
      const first = samples.findLast(({ at }) => at <= from) ?? samples[0]
      const last = samples.find(({ at }) => at >= to) ?? samples.at(-1)
      return { ranMs: last.ranMs - first.ranMs, waitedMs: last.waitedMs - first.waitedMs }
    },
    stop: () => clearInterval(timer),
  }
}
