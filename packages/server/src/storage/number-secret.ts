import { randomBytes } from 'node:crypto'

const secretKey = 'number_secret'

const secretText = `
with made as (
  insert into installation (key, value) values ($1, $2) on conflict (key) do nothing returning value)
select value from made union all select value from installation where key = $1`

/** Source of the secret of the number permutation: a pool, a client. */
export interface SecretSource {
  query(text: string, values: unknown[]): Promise<{ rows: { value: string }[] }>
}

/** Returns the secret of this installation's numbers; the first process that calls it creates the secret. */
export async function readNumberSecret(source: SecretSource): Promise<string> {
  for (let round = 0; ; round++) {
    const { rows } = await source.query(secretText, [secretKey, randomBytes(32).toString('base64url')])
    if (rows[0]) return rows[0].value
    // Another process was creating it at this moment.
    if (round > 5) throw new Error('the secret of the numbers can be neither read nor made')
  }
}
