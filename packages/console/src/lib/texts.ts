import i18next, { type i18n as Instance, type InitOptions } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { createStore, useStore } from './store.ts'
import { writeStored, readStored } from './stored.ts'
import type { TextFile, TextFiles } from './late-texts.ts'
import type { Namespace, TextKey, Translate } from './text-keys.ts'

/**
 * The texts of the console: one file per language and area, loaded when an area opens. A missing key shows as
 * the key (`fallbackLng: false`): a gap is a defect that must stay visible.
 */
export type { Namespace, TextKey } from './text-keys.ts'

/** Languages of the picker; Dutch is complete but not offered. */
export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
  { locale: 'fr', name: 'Français' },
  { locale: 'it', name: 'Italiano' },
  { locale: 'ru', name: 'Русский' },
] as const

const known = ['en', 'de', 'fr', 'it', 'ru', 'nl'] as const
export type Language = (typeof known)[number]

/**
 * Files of the texts that a first visit shows. All others are listed in a module that loads with the first
 * screen that needs one.
 */
const files: TextFiles = import.meta.glob<TextFile>('../../texts/*/{shell,sign,stations,map}.json')
const i18n: Instance = i18next
const wanted = new Set<Namespace>(['shell'])

/** Initializes the texts in the language that boot.js selected. */
export async function startTexts(): Promise<void> {
  const language = known.find((code) => code === document.documentElement.lang) ?? 'en'
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: [],
    defaultNS: 'shell',
    fallbackNS: 'shell',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
  } satisfies InitOptions)
  // as `lib/format.ts` formats amounts
  i18n.services.formatter?.addCached('number', (tag, options) => {
    const { format } = new Intl.NumberFormat(tag, { ...options, useGrouping: 'always' })
    return format
  })
  await loadTexts('shell')
}

/** Loads these namespaces in the current language, also if it changes while they load. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace)
  let language: Language
  do {
    language = currentLanguage()
    await fetchBundles(language, namespaces)
  } while (language !== currentLanguage())
}

/** Changes the language. All texts in use are loaded first, so that no key is shown. */
export async function changeLanguage(language: Language): Promise<void> {
  // a screen that opens in the same moment may need further ones
  const missing = () => [...wanted].filter((namespace) => !i18n.hasResourceBundle(language, namespace))
  while (missing().length > 0) await fetchBundles(language, missing())
  await i18n.changeLanguage(language)
  writeStored('default_language', language)
  document.documentElement.lang = language
}

export const currentLanguage = (): Language => known.find((code) => code === i18n.language) ?? 'en'

/** Returns true if the user chose a language on this device. */
export const hasChosenLanguage = (): boolean => readStored('default_language') !== null

export const asLanguage = (code: string): Language | null => known.find((word) => word === code) ?? null

/** Returns `t` of the texts of a namespace and of the shell: `t('columns.name')`, `t('ui.save')`. */
export function useTexts<const N extends Namespace = 'shell'>(namespace?: N): Translate<N> {
  return useTranslation(namespace ?? 'shell').t as unknown as Translate<N>
}

/** Returns the current language and follows its changes. */
export function useLanguage(): Language {
  const { i18n: instance } = useTranslation('shell')
  return asLanguage(instance.language) ?? 'en'
}

/** Returns a function that translates a key with its namespace from a table of data: `translate(row.title)`. */
export function useTextKey(): (key: TextKey) => string {
  const { t } = useTranslation('shell')
  return (key) => t(key)
}

/**
 * Custom labels of states and types of built-in classes that administrators added or renamed; by kind, class
 * and code. All others come from our texts. Loaded after sign-in (`shell/learn-names.ts`).
 */
export const customLabels = createStore<ReadonlyMap<string, string>>(new Map())

export const nameKey = (kind: 'state' | 'type' | 'method', classCode: string, code: string): string =>
  `${kind} ${classCode} ${code}`

/**
 * Returns the custom label of a state (or a type, or a method); undefined if there is none: `given('card',
 * 'lost') ?? t(...)`.
 */
export function useCustomLabels(kind: 'state' | 'type' | 'method' = 'state') {
  const names = useStore(customLabels)
  return (classCode: string, code: string): string | undefined => names.get(nameKey(kind, classCode, code))
}

const fetchBundles = (language: Language, namespaces: readonly Namespace[]) =>
  Promise.all(namespaces.map((namespace) => fetchBundle(language, namespace)))

async function fetchBundle(language: Language, namespace: Namespace): Promise<void> {
  if (i18n.hasResourceBundle(language, namespace)) return
  const path = `../../texts/${language}/${namespace}.json`
  const load = files[path] ?? (await import('./late-texts.ts')).lateTexts[path]
  if (!load) throw new Error(`no texts ${namespace} in ${language}`)
  i18n.addResourceBundle(language, namespace, (await load()).default, true, true)
}
