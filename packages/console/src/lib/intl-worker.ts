// Runs in a worker, see prepare-intl.ts.
new Intl.NumberFormat().format(0)
new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'long' }).format(0)
close()
