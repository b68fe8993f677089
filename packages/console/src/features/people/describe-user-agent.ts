// The first match wins: some browsers also include the names of those they derive from.
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
] as const

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Longer names of programs are truncated. */
const maxLength = 60

/** Returns browser and system in readable form, `Firefox 140 · Linux`; for other programs the name they send. */
export function describeUserAgent(agent: string): string {
  const browser = browsers.flatMap(([name, pattern]) => {
    const version = pattern.exec(agent)?.[1]
    return version ? [`${name} ${version}`] : []
  })[0]
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0]
  if (!browser) return agent.length > maxLength ? `${agent.slice(0, maxLength)}…` : agent
  return system ? `${browser} · ${system}` : browser
}
