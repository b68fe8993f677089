import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface IssueOptions {
  /** Algorithm of the key; P-256 by default. */
  key?: 'ec' | 'rsa'
  organisation?: string
  /** Seconds from now, negative for the past. */
  fromSeconds?: number
  untilSeconds?: number
}

export interface TestCertificate {
  certificatePath: string
  keyPath: string
  certificate: string
  key: string
}

/** Creates keys and certificates with OpenSSL, independently of the code under test. */
export class TestPki {
  readonly folder = mkdtempSync(join(tmpdir(), 'stationmaster-pki-'))
  private count = 0

  /** Creates an authority. */
  authority(name: string): TestCertificate {
    const paths = this.paths()
    openssl('req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -batch', {
      subj: `/CN=${name}`,
      keyout: paths.keyPath,
      out: paths.certificatePath,
      addext: 'keyUsage=critical,keyCertSign,cRLSign',
    })
    return read(paths)
  }

  /** Creates a certificate for a common name, signed by an authority. */
  issue(authority: TestCertificate, commonName: string, options: IssueOptions = {}): TestCertificate {
    const { fromSeconds = -60, untilSeconds = 86_400, organisation } = options
    const paths = this.paths()
    const request = join(this.folder, `${++this.count}.csr`)
    const key = options.key === 'rsa' ? 'rsa:2048' : 'ec -pkeyopt ec_paramgen_curve:P-256'
    openssl(`req -new -nodes -batch -newkey ${key}`, {
      subj: `${organisation ? `/O=${organisation}` : ''}/CN=${commonName}`,
      keyout: paths.keyPath,
      out: request,
    })
    // `openssl x509` sets no start of the validity before version 3.4, `openssl ca` needs files
    const file = (name: string, content: string): string => {
      const path = join(this.folder, name)
      writeFileSync(path, content)
      return path
    }
    const index = file('index', '')
    const config = file(
      'ca.cnf',
      `[ca]\ndefault_ca=d\n[d]\ndatabase=${index}\nnew_certs_dir=${this.folder}\nrand_serial=yes\n` +
        'default_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\norganizationName=optional\n',
    )
    const extensions = 'extendedKeyUsage=serverAuth,clientAuth\nsubjectAltName=IP:127.0.0.1,DNS:localhost\n'
    openssl('ca -batch -notext', {
      config,
      cert: authority.certificatePath,
      keyfile: authority.keyPath,
      in: request,
      out: paths.certificatePath,
      extfile: file('extensions', extensions),
      startdate: dateOf(fromSeconds),
      enddate: dateOf(untilSeconds),
    })
    return read(paths)
  }

  /** Creates a certificate request of a station. */
  request(commonName: string, key = 'ec -pkeyopt ec_paramgen_curve:P-256'): { csr: string; key: string } {
    const paths = this.paths()
    openssl(`req -new -nodes -batch -newkey ${key}`, {
      subj: `/O=Acme/CN=${commonName}`,
      keyout: paths.keyPath,
      out: paths.certificatePath,
    })
    const { certificate: csr, key: text } = read(paths)
    return { csr, key: text }
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  private paths() {
    const name = join(this.folder, `certificate-${++this.count}`)
    return { certificatePath: `${name}.pem`, keyPath: `${name}.key` }
  }
}

const read = (paths: Pick<TestCertificate, 'certificatePath' | 'keyPath'>): TestCertificate => ({
  ...paths,
  certificate: readFileSync(paths.certificatePath, 'utf8'),
  key: readFileSync(paths.keyPath, 'utf8'),
})

function openssl(command: string, options: Record<string, string>): void {
  const more = Object.entries(options).flatMap(([name, value]) => [`-${name}`, value])
  execFileSync('openssl', [...command.split(' '), ...more], { stdio: ['ignore', 'ignore', 'pipe'] })
}

const dateOf = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+|[-:T]/g, '')

/** Connects with `openssl s_client` and returns its output and exit code. */
export async function clientOf(
  port: number,
  ...options: string[]
): Promise<{ code: number; output: string }> {
  // not synchronous: the server runs in this process
  const child = spawn('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, ...options])
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end()
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}
