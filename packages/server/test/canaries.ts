import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

/** Unique secrets, and the search for them in everything that the server outputs. */
export class Canaries {
  private readonly planted = new Map<string, string>()
  private readonly outputs = new Map<string, string>()

  /** Returns a secret of letters and digits, so that it looks the same in JSON, in a URL and in CSV. */
  plant(what: string, bytes = 12): string {
    return this.add(what, `Canary${randomBytes(bytes).toString('hex')}`)
  }

  add(what: string, secret: string): string {
    this.planted.set(what, secret)
    return secret
  }

  /** Records an output of the server. */
  record(where: string, text: unknown): void {
    const known = this.outputs.get(where) ?? ''
    this.outputs.set(where, `${known}\n${typeof text === 'string' ? text : JSON.stringify(text)}`)
  }

  /** Records all rows of all tables as text; bytes appear as hexadecimal digits. */
  async recordDatabase(pool: Pool): Promise<void> {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
      this.record(`table ${name}`, rows.map(({ row }) => row).join('\n'))
    }
  }

  /** Returns which secret was found where, in which form. */
  get found(): string[] {
    return [...this.outputs].flatMap(([where, text]) =>
      [...this.planted].flatMap(([what, secret]) =>
        formsOf(secret)
          .filter(([, form]) => text.toLowerCase().includes(form.toLowerCase()))
          .map(([name, form]) => `${what}, ${name}, in ${where}: ${near(text, form)}`),
      ),
    )
  }

  get places(): string[] {
    return [...this.outputs.keys()]
  }
}

const formsOf = (secret: string): [name: string, form: string][] => [
  ['as it is', secret],
  ['in base64', Buffer.from(secret).toString('base64').replace(/=+$/, '')],
  ['as digits', Buffer.from(secret).toString('hex')],
]

function near(text: string, form: string): string {
  const at = text.toLowerCase().indexOf(form.toLowerCase())
  return text.slice(Math.max(0, at - 120), at + form.length + 40).replaceAll('\n', ' ')
}
