import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Length in bytes from which a response is compressed: a shorter one fits into one packet anyway. */
const fromBytes = 1024
/** Length in bytes up to which a response is compressed on the event loop, which takes about 0.1 ms. */
const inlineBytes = 64 * 1024

/** The library takes the options of a route from the route alone. */
const options: FastifyCompressOptions = {
  encodings: ['gzip'],
  // a twentieth more bytes than level 6, for half the CPU time
  zlibOptions: { level: 3 },
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
