import type {
  Kysely,
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'

/** Returns the signature of a text under the installation's key, which the database does not contain. */
export type Sign = (text: string) => Promise<Buffer>

/**
 * Attaches the signing function to a database handle, so that it is available in every transaction of that
 * handle. Changes neither queries nor results.
 */
export class SigningPlugin implements KyselyPlugin {
  readonly sign: Sign

  constructor(sign: Sign) {
    this.sign = sign
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}

/**
 * Returns the signing function of a database handle or of its transaction. Throws if the handle was created
 * without one.
 */
export function signOf<T>(db: Kysely<T>): Sign {
  const plugin = db.getExecutor().plugins.find((one) => one instanceof SigningPlugin)
  if (!plugin) throw new Error('this database handle cannot sign entries of the audit trail')
  return plugin.sign
}
