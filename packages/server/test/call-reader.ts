/** Splits the bytes of one direction of a connection of PostgreSQL (protocol 3.0) into messages. */
export class MessageReader {
  private rest = Buffer.alloc(0)
  /** The first message of a client has no type. */
  private isUntyped: boolean

  constructor(side: 'client' | 'server') {
    this.isUntyped = side === 'client'
  }

  /** Returns the messages that are complete with these bytes; the type of the first one of a client is empty. */
  read(bytes: Buffer): Message[] {
    this.rest = Buffer.concat([this.rest, bytes])
    const messages: Message[] = []
    for (;;) {
      const typeLength = this.isUntyped ? 0 : 1
      if (this.rest.length < typeLength + 4) return messages
      const end = typeLength + this.rest.readInt32BE(typeLength)
      if (this.rest.length < end) return messages
      const type = this.rest.toString('latin1', 0, typeLength)
      messages.push({
        type,
        bytes: this.rest.subarray(0, end),
        body: this.rest.subarray(typeLength + 4, end),
      })
      this.rest = this.rest.subarray(end)
      this.isUntyped = false
    }
  }
}

export interface Message {
  type: string
  /** The whole message. */
  bytes: Buffer
  body: Buffer
}

/**
 * Returns the SQL of a message that has one: a simple query, or the preparation of a statement; of the use of a prepared
 * statement with a name, this name.
 */
export function sqlOf({ type, body }: Message): string | null {
  if (type !== 'Q' && type !== 'P' && type !== 'B') return null
  const texts = body.toString('utf8').split('\0')
  if (type === 'B') return texts[1] ? `prepared ${texts[1]}` : null
  return (type === 'Q' ? texts[0] : texts[1]) ?? null
}
