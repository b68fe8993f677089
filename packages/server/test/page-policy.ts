import { pagePolicy } from '../src/http/security-headers.ts'

/** Returns the content security policy of a page of a server without external map and API. */
export const usualPagePolicy = (nonce: string): string => pagePolicy(nonce, { connect: [], images: [] })
