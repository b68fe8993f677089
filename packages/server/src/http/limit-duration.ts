import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body is read by the handler as it arrives. */
    isStreamed?: boolean
  }
}

/** Ends requests that take longer, except those whose body is streamed, as Node.js does: with 408. */
export function limitDuration(app: FastifyInstance, requestMs: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.complete || routeOptions.config.isStreamed) return
    const late = setTimeout(() => {
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.socket.destroy())
    }, requestMs)
    const over = () => clearTimeout(late)
    raw.once('end', over).once('close', over)
  })
}
