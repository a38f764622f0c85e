// A link into something folded unfolds it; on paper all stands unfolded, but for the annex where nobody opened it.
(() => {
  const unfold = (part) => { for (; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true; };
  function follow() {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch { return; }
    const target = name && document.getElementById(name);
    if (!target) return;
    unfold(target);
    target.scrollIntoView();
  }
  addEventListener("hashchange", follow);
  follow();
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open], .annex > details)")];
    for (const part of folded) part.open = true;
  });
  addEventListener("afterprint", () => { for (const part of folded) part.open = false; });
})();
