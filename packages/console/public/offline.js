/*
 * Shows what the console has saved for the driver, with the words of their language. The saved texts are text: nothing of
 * them is read as HTML.
 */
;(function () {
  var waits = [2, 4, 8, 15]
  var tries = 0

  function read(name) {
    try {
      return JSON.parse(window.localStorage.getItem('stationmaster.' + name) || 'null')
    } catch (_) {
      return null
    }
  }

  function element(name, text) {
    var made = document.createElement(name)
    if (text) made.textContent = text
    return made
  }

  function addList(title, rows) {
    if (!title || !rows || rows.length === 0) return
    var parts = document.getElementById('parts')
    var list = element('ul')
    rows.forEach(function (row) {
      var item = element('li')
      var words = element('div')
      var title = element('b', row.address ? '' : row.title)
      if (/^tel:/.test(row.address)) {
        var link = element('a', row.title)
        link.href = row.address
        title.append(link)
      }
      words.append(title, element('span', row.facts))
      if (row.note) words.append(element('span', row.note))
      item.append(words)
      if (row.end) item.append(element('b', row.end))
      list.append(item)
    })
    parts.append(element('h2', title), list)
  }

  var saved = read('offline')
  if (saved && saved.words) {
    document.documentElement.lang = saved.language || 'en'
    // as the console draws it (lib/theme.ts): it follows the system only if the user has chosen that
    var theme = window.localStorage.getItem('stationmaster.theme_type')
    if (theme !== 'system') document.documentElement.style.colorScheme = theme === 'dark' ? 'dark' : 'light'
    document.getElementById('title').textContent = saved.words.title
    document.getElementById('saved').textContent = saved.words.saved
    document.getElementById('retry').textContent = saved.words.retry
    document.title = saved.words.title
    addList(saved.words.running, saved.running)
    addList(saved.words.help, saved.help)
    addList(saved.words.card, saved.cards)
    addList(saved.words.sessions, saved.sessions)
    addList(saved.words.places, saved.places)
  }

  function retry() {
    window.location.reload()
  }
  function wait() {
    var seconds = waits[Math.min(tries, waits.length - 1)]
    tries += 1
    window.setTimeout(function () {
      fetch('/page-config.json', { cache: 'no-store' }).then(retry, wait)
    }, seconds * 1000)
  }
  document.getElementById('retry').addEventListener('click', retry)
  window.addEventListener('online', retry)
  document.addEventListener('visibilitychange', function () {
    if (document.visibilityState === 'visible') retry()
  })
  wait()
})()
