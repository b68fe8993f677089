import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const fileName = 'secret-key'

/**
 * Encrypts what the database must keep but not show: a copy of the database alone opens nothing. The key is
 * the configured one, or a file of the data folder that is made when it is first needed.
 */
export class SecretBox {
  private readonly configured: string | undefined
  private readonly dataDir: string
  private key: Promise<Buffer> | undefined

  constructor(configured: string | undefined, dataDir: string) {
    this.configured = configured
    this.dataDir = dataDir
  }

  /** @param owner whose secret it is: moved to another row it does not open */
  async close(plain: Buffer, owner: string): Promise<Buffer> {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, await this.load(), nonce).setAAD(Buffer.from(owner))
    const text = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text])
  }

  /** Null when another key closed it, or it was changed. */
  async open(closed: Buffer, owner: string): Promise<Buffer | null> {
    const nonce = closed.subarray(0, nonceBytes)
    const tag = closed.subarray(nonceBytes, nonceBytes + tagBytes)
    const decipher = createDecipheriv(algorithm, await this.load(), nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    try {
      return Buffer.concat([decipher.update(closed.subarray(nonceBytes + tagBytes)), decipher.final()])
    } catch {
      return null
    }
  }

  /** A signature of a text (HMAC with SHA-256) that nobody makes who has the database alone. */
  async sign(text: string): Promise<Buffer> {
    // a key of its own, so that no signature tells of what is encrypted
    const key = createHmac('sha256', await this.load())
      .update('stationmaster signatures')
      .digest()
    return createHmac('sha256', key).update(text).digest()
  }

  private load(): Promise<Buffer> {
    if (this.configured) return Promise.resolve(createHash('sha256').update(this.configured).digest())
    this.key ??= readOrMake(this.dataDir)
    // a folder that could not be read may be readable later
    this.key.catch(() => (this.key = undefined))
    return this.key
  }
}

async function readOrMake(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, fileName)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes`)
  return key
}
