/** The part that the tests use; its own types would bring those of a web framework. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): RequestListener
  }
}
