import compress, { type FastifyCompressOptions } from '@fastify/compress'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { WebReply } from './web-call.ts'

/** Length in bytes from which a response is compressed: a shorter one fits into one packet anyway. */
const fromBytes = 1024
/** Length in bytes up to which a response is compressed on the event loop, which takes about 0.1 ms. */
const inlineBytes = 64 * 1024

/** A twentieth more bytes than level 6, for half the CPU time. */
const zlibOptions = { level: 3 }

/** The library takes the options of a route from the route alone. */
const options: FastifyCompressOptions = {
  encodings: ['gzip'],
  zlibOptions,
  threshold: fromBytes,
  syncThreshold: inlineBytes,
  customTypes: /^(application\/json|text\/csv)(;|$)/,
}

/**
 * Registers the compression of responses. It applies to routes with `compressed` only. Bodies of requests are
 * never decompressed: a short one could become long.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false })
}

/** Returns the options of a route that compress its responses. */
export const compressionOf = ({ compressed = false }: { compressed?: boolean }) =>
  compressed ? { compress: options, decompress: false as const } : {}

/** Accepts gzip, and does not exclude it by a weight of 0. */
const acceptsGzip = /(^|,)\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+\s*)?(,|$)/i

/** Returns the reply of the page of the console, compressed if the caller accepts it: it has no route. */
export function compressPage(reply: WebReply, accepted = ''): WebReply {
  const { headers, body } = reply
  if (typeof body !== 'string' || body.length < fromBytes) return reply
  const varied = { ...headers, vary: 'accept-encoding' }
  if (!acceptsGzip.test(accepted)) return { ...reply, headers: varied }
  return {
    ...reply,
    headers: { ...varied, 'content-encoding': 'gzip' },
    body: gzipSync(body, zlibOptions),
  }
}
