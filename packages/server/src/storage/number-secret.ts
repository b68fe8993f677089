import { randomBytes } from 'node:crypto'

const secretKey = 'number_secret'

const secretText = `
with made as (
  insert into installation (key, value) values ($1, $2) on conflict (key) do nothing returning value)
select value from made union all select value from installation where key = $1`

/** What the secret of the number permutation is read with: a pool, a client. */
export interface SecretSource {
  query(text: string, values: unknown[]): Promise<{ rows: { value: string }[] }>
}

/** The secret of this installation's numbers; the first process that asks makes it. */
export async function readNumberSecret(source: SecretSource): Promise<string> {
  for (let round = 0; ; round++) {
    const { rows } = await source.query(secretText, [secretKey, randomBytes(32).toString('base64url')])
    if (rows[0]) return rows[0].value
    // Another process was making it at this moment.
    if (round > 5) throw new Error('the secret of the numbers can be neither read nor made')
  }
}
