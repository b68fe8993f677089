import { connect, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import type { TestStation } from './test-gateway.ts'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  /** Code of the close frame; null if the connection was cut without one. */
  closeCode: number | null
  socket: Socket
}

/** Sends an upgrade request over a plain socket, and returns what is received until the close. */
export async function net(
  url: string,
  station: Pick<TestStation, 'identity' | 'key'>,
  headers: Record<string, string> = { 'Sec-WebSocket-Protocol': 'ocpp1.6' },
  speak: (socket: Socket) => void = () => {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const basic = Buffer.from(`${station.identity}:${station.key}`).toString('base64')
  const all: Record<string, string> = {
    Host: `${hostname}:${port}`,
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Version': '13',
    Authorization: `Basic ${basic}`,
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /ocpp/${encodeURIComponent(station.identity)} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let bytes = Buffer.alloc(0)
  let isSpoken = false
  return new Promise((resolve) => {
    const done = () => {
      const end = bytes.indexOf('\r\n\r\n')
      const [statusLine = '', ...rest] = bytes.toString('latin1', 0, end).split('\r\n')
      const headerLines = rest.map((line) => line.split(': ') as [string, string])
      resolve({
        status: Number(statusLine.split(' ')[1]),
        headers: Object.fromEntries(headerLines.map(([name, value]) => [name.toLowerCase(), value])),
        closeCode: closeCode(bytes.subarray(end + 4)),
        socket,
      })
    }
    socket.on('data', (part) => {
      bytes = Buffer.concat([bytes, part])
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!isSpoken) {
        isSpoken = true
        speak(socket)
      }
      if (closeCode(bytes.subarray(end + 4)) !== null) {
        done()
        socket.destroy()
      }
    })
    socket.on('close', done)
  })
}

/** Finds a close frame among the frames of a server, which are not masked. */
function closeCode(frames: Buffer): number | null {
  for (let at = 0; at + 2 <= frames.length; ) {
    const opcode = frames[at]! & 0x0f
    const short = frames[at + 1]! & 0x7f
    const head = short === 126 ? 4 : short === 127 ? 10 : 2
    const length =
      short === 126
        ? frames.readUInt16BE(at + 2)
        : short === 127
          ? Number(frames.readBigUInt64BE(at + 2))
          : short
    if (opcode === 8 && length >= 2 && at + head + 2 <= frames.length) return frames.readUInt16BE(at + head)
    at += head + length
  }
  return null
}

/** Returns a frame as a client sends it, masked with zeros. */
export function clientFrame(opcode: number, payload: Buffer, isLast = true, reserved = 0): Buffer {
  const length = payload.length
  const head =
    length < 126
      ? Buffer.from([0, length | 0x80])
      : length < 65_536
        ? Buffer.from([0, 126 | 0x80, length >> 8, length & 0xff])
        : Buffer.concat([Buffer.from([0, 127 | 0x80]), lengthOf(length)])
  head[0] = (isLast ? 0x80 : 0) | (reserved << 4) | opcode
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  return bytes
}
