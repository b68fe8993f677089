let ready: Promise<void> | undefined

/**
 * Resolves once the browser has created a WebGL context in a worker. The first one of a browser takes up to half a
 * second, in which the page would not respond. Where a worker cannot create one, the map does.
 */
export const gpuReady = (): Promise<void> => (ready ??= warmUp())

async function warmUp(): Promise<void> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return
  const worker = new Worker(new URL('./gpu-warm-up.ts', import.meta.url), { type: 'module' })
  await new Promise((resolve) => {
    worker.addEventListener('message', resolve)
    worker.addEventListener('error', resolve)
  })
  worker.terminate()
}
