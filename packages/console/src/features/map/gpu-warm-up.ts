// Runs in a worker, see gpu-ready.ts.
const context = new OffscreenCanvas(1, 1).getContext('webgl2')
// Browsers allow few contexts.
context?.getExtension('WEBGL_lose_context')?.loseContext()
postMessage(null)
