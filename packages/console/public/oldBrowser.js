// Says so where the browser is too old for the console. Old words only, and its own texts: such a
// browser may understand neither the console's code nor its calls.
;(function () {
  var isOld =
    !('noModule' in document.createElement('script')) ||
    !Array.prototype.toSorted ||
    !window.HTMLDialogElement ||
    !('CSS' in window) ||
    !window.CSS.supports('selector(:has(a))') ||
    !window.CSS.supports('height', '100dvh')
  if (!isOld) return
  var isArabic = (localStorage.getItem('language') || '').slice(0, 2) === 'ar'
  var bar = document.createElement('div')
  bar.setAttribute('role', 'alert')
  bar.style.cssText =
    'position:fixed;z-index:999;top:0;left:0;right:0;padding:12px 20px;' +
    'background:#8f5500;color:#fff;font:15px sans-serif;text-align:center'
  bar.textContent = isArabic
    ? 'متصفحك قديم ولا يدعم لوحة التحكم. يرجى تحديثه أو استخدام إصدار حديث من Chrome أو Edge أو Firefox أو Safari.'
    : 'Your browser is too old for this console. Please update it, or use a recent Chrome, Edge, Firefox or Safari.'
  document.body.appendChild(bar)
})()
