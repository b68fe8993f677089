import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const fileName = 'secret-key'

/**
 * Encrypts secrets in the database, so that a copy of the database alone reveals none. The key is the
 * configured one, or a file in the data folder that is created on first use.
 */
export class SecretBox {
  private readonly configured: string | undefined
  private readonly dataDir: string
  private key: Promise<Buffer> | undefined

  constructor(configured: string | undefined, dataDir: string) {
    this.configured = configured
    this.dataDir = dataDir
  }

  /** @param owner owner of the secret: moved to another row it cannot be decrypted */
  async encrypt(plain: Buffer, owner: string): Promise<Buffer> {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, await this.load(), nonce).setAAD(Buffer.from(owner))
    const text = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text])
  }

  /** Returns null if the secret was encrypted with another key or was changed. */
  async decrypt(encrypted: Buffer, owner: string): Promise<Buffer | null> {
    const nonce = encrypted.subarray(0, nonceBytes)
    const tag = encrypted.subarray(nonceBytes, nonceBytes + tagBytes)
    const decipher = createDecipheriv(algorithm, await this.load(), nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    try {
      return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()])
    } catch {
      return null
    }
  }

  /** Returns a signature of a text (HMAC with SHA-256) that cannot be forged with the database alone. */
  async sign(text: string): Promise<Buffer> {
    // a separate key, so that signatures reveal nothing about encrypted secrets
    const key = createHmac('sha256', await this.load())
      .update('stationmaster signatures')
      .digest()
    return createHmac('sha256', key).update(text).digest()
  }

  private load(): Promise<Buffer> {
    if (this.configured) return Promise.resolve(createHash('sha256').update(this.configured).digest())
    this.key ??= readOrCreateKey(this.dataDir)
    // retry: a folder that could not be read may be readable later
    this.key.catch(() => (this.key = undefined))
    return this.key
  }
}

async function readOrCreateKey(dataDir: string): Promise<Buffer> {
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
