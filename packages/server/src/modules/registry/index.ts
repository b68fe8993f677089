// Registry: typed values under key paths, of the installation (CURRENT_CONFIG) and of each person (CURRENT_USER).
// What modules ask of it they ask by `readSetting`. Not here: what must be known before the database is there
// (configuration), and secrets, which the registry shows to every administrator.
export { registryHttp } from './http.ts'
export { readSetting, type Setting, type SettingRoot, writeSetting } from './settings.ts'
