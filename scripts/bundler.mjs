import './older-node.mjs'

// Imported when needed and after the line above: the bundler uses those functions while it loads.
export const { build } = await import('tsdown')
