let walkers = 0

/** Goes from page to page like a browser: stores cookies by host, follows redirects, runs no scripts. */
export class PageWalker {
  /** An address that no other walker has, so that limits by address do not affect other tests. */
  readonly address = `10.1.${(walkers += 1) >> 8}.${walkers & 255}`
  private readonly jar = new Map<string, string>()
  /** Current address, including its fragment. */
  at = ''
  status = 0
  text = ''
  /** The Set-Cookie headers received, with attributes. */
  readonly setCookies: string[] = []

  /** Follows redirects until `stopBefore` returns true; `at` is then the address that was not requested. */
  async go(address: string, stopBefore: (url: URL) => boolean = () => false): Promise<URL> {
    await this.walk(address, { method: 'GET' }, stopBefore)
    return new URL(this.at)
  }

  async send(address: string, form: Record<string, string>, stopBefore: (url: URL) => boolean): Promise<URL> {
    const body = new URLSearchParams(form)
    await this.walk(address, { method: 'POST', body }, stopBefore)
    return new URL(this.at)
  }

  private async walk(address: string, first: RequestInit, stopBefore: (url: URL) => boolean): Promise<void> {
    let [next, init]: [string, RequestInit] = [address, first]
    for (let hops = 0; hops < 10; hops += 1) {
      this.at = next
      if (stopBefore(new URL(next))) return
      const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, {
        ...init,
        redirect: 'manual',
        headers: { cookie, 'x-forwarded-for': this.address },
      })
      this.status = response.status
      this.text = await response.text()
      for (const line of response.headers.getSetCookie()) this.keep(line)
      const location = response.headers.get('location')
      if (location === null) return
      next = new URL(location, next).href
      init = { method: 'GET' }
    }
    throw new Error(`too many redirects, at last to ${this.at}`)
  }

  private keep(line: string): void {
    this.setCookies.push(line)
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    if (value === '' || /max-age=0/i.test(line)) this.jar.delete(name)
    else this.jar.set(name, value)
  }
}
