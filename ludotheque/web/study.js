export async function show() { return { title: '', node: document.createElement('div') }; }
