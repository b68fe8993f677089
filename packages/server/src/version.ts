import packageFile from '../package.json' with { type: 'json' }

/** Version of the server from its package. */
export const version: string = packageFile.version
