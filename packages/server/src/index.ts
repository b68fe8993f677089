export { type App, type AppOptions, buildApp } from './app.ts'
export { readConfig } from './config.ts'
export type { Config } from './shared/config.ts'
export { serve, type ServeOptions, type Serving } from './main.ts'
