import { isIPv6 } from 'node:net'

/** Returns a header of version 1 of the PROXY protocol. */
export const textHeader = (address: string, port = 4711): string =>
  `PROXY TCP${isIPv6(address) ? 6 : 4} ${address} ${isIPv6(address) ? '::1' : '127.0.0.1'} ${port} 443\r\n`

/** Returns a header of version 2 with these bytes after its signature. */
export const binaryHeader = (hex: string): Buffer =>
  Buffer.from(`0d0a0d0a000d0a515549540a${hex.replaceAll(' ', '')}`, 'hex')
