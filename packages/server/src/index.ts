export { type App, type AppOptions, buildApp } from './app.ts'
export { type Config, readConfig } from './config.ts'
export { serve, type ServeOptions, type Serving } from './main.ts'
