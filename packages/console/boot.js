/*
 * Runs before the first paint and before the application. The build writes it into the page. It removes tokens from the
 * address, sets theme, language and direction, reads the page configuration, and requests the user and the first data while
 * the application is still loading.
 */
;(function () {
  var root = document.documentElement
  var boot = { fragment: null, config: null, user: null, data: null }
  window.__stationmaster = boot

  function stored(name) {
    try {
      return window.localStorage.getItem('stationmaster.' + name)
    } catch {
      return null
    }
  }

  // A sign-in redirect returns its tokens in the fragment; they must not stay in the address or the history.
  if (/[#&](access_token|error)=/.test(window.location.hash)) {
    var fragment = {}
    new URLSearchParams(window.location.hash.slice(1)).forEach(function (value, key) {
      fragment[key] = value
    })
    boot.fragment = fragment
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
  }

  var settings = {}
  try {
    settings = JSON.parse(stored('settings') || '{}') || {}
  } catch {
    settings = {}
  }
  // Follows the same rule as src/lib/theme.ts.
  var theme = stored('theme_type')
  var isSystemDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  var isSignedOut = stored('login_token') === null && !(boot.fragment && boot.fragment.access_token)
  if (theme === 'system') theme = isSystemDark ? 'dark' : 'light'
  else if (['light', 'semi-dark', 'dark'].indexOf(theme) < 0)
    theme = isSystemDark && isSignedOut ? 'dark' : 'semi-dark'

  // The colour of the browser's toolbar follows the theme, which may differ from that of the system.
  var bars = document.querySelectorAll('meta[name="theme-color"]')
  function colourBar() {
    var isDark = root.getAttribute('data-theme') === 'dark'
    bars.forEach(function (bar, index) {
      bar.media = (index === 1) === isDark ? 'all' : 'not all'
    })
  }
  new MutationObserver(colourBar).observe(root, { attributes: true, attributeFilter: ['data-theme'] })
  root.setAttribute('data-theme', theme)
  root.setAttribute('data-mantine-color-scheme', theme === 'dark' ? 'dark' : 'light')
  root.setAttribute('dir', settings.isDirectionRTL === true ? 'rtl' : 'ltr')

  var offered = ['en', 'de', 'fr', 'it', 'ru']
  var language = stored('default_language')
  if (offered.concat('nl').indexOf(language) < 0) {
    language = (navigator.languages || [navigator.language])
      .map(function (tag) {
        return String(tag).slice(0, 2).toLowerCase()
      })
      .find(function (code) {
        return offered.indexOf(code) >= 0
      })
  }
  root.setAttribute('lang', language || 'en')

  // The server writes the configuration into the page. A page from elsewhere, as in development, requests it.
  function writtenConfig() {
    try {
      return Promise.resolve(JSON.parse(document.getElementById('page-config').textContent))
    } catch {
      return null
    }
  }
  boot.config =
    writtenConfig() ||
    fetch('/page-config.json', { cache: 'no-store', headers: { Accept: 'application/json' } })
      .then(function (answer) {
        return answer.ok ? answer.json() : null
      })
      .catch(function () {
        return null
      })

  // The user is requested while the application is still loading, too. The rule for a valid token is that of
  // src/lib/renew-token.ts.
  var login = null
  try {
    login = JSON.parse(stored('login_token'))
  } catch {
    login = null
  }
  var isValid = boot.fragment === null && login && login.expiresAt - Date.now() > 30000
  function request(config, path, body) {
    var headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
    if (isValid && config.authorize) headers.Authorization = 'Bearer ' + login.access
    return fetch((config.apiDomain || '') + config.apiPath + path, {
      method: 'POST',
      headers: headers,
      body: body,
      cache: 'no-store',
      credentials: 'omit',
    }).catch(function () {
      return null
    })
  }
  if (isValid)
    boot.user = boot.config.then(function (config) {
      return config && config.authorize && request(config, '/whoami', '{}')
    })

  // Files that this page needs besides those that the page names; the build writes the list. The installed app opens the
  // root, which redirects to the area used last.
  var pages = /* FIRST_FILES */ []
  var path = window.location.pathname
  if (path === '/') path = stored('mode_path') || path
  var page = pages.find(function (each) {
    return path === each[0] || (each[0].endsWith('/') && path.startsWith(each[0]))
  })
  var isGuest = /^\/driver\/(c|guest)\//.test(path)
  if (page && (login || isGuest)) {
    root.setAttribute('data-start', 'driver')
    // Its data, too: the address without parameters determines what the page requests first.
    if ((isValid || isGuest) && window.location.search === '')
      boot.data = page.slice(3).map(function (each) {
        var body = each[1].replace('$', path.slice(page[0].length))
        return {
          path: each[0],
          body: body,
          token: isValid ? login.access : null,
          response: boot.config.then(function (config) {
            return config && request(config, each[0], body)
          }),
        }
      })
    page[1].concat(page[2][language || 'en']).forEach(function (file) {
      var link = document.createElement('link')
      var isStyle = file.endsWith('.css')
      link.rel = isStyle ? 'preload' : 'modulepreload'
      if (isStyle) link.as = 'style'
      link.crossOrigin = ''
      link.href = '/assets/' + file
      document.head.append(link)
    })
  }

  // The page of a public place is complete without the application, which only a user who has signed in needs.
  var app = document.getElementById('app')
  if (app && (login || /[?&]app=/.test(window.location.search)))
    // the application needs the whole page; an inserted script would not wait for it
    document.addEventListener('DOMContentLoaded', function () {
      document.head.append(app.content.cloneNode(true))
    })
})()
