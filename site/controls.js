// The controls of a sandbox, made from its list: sliders, choices and switches for what its paper varies.

function makeLabel(text, input, shown = null) {
    const label = document.createElement("label"), name = document.createElement("span");
    name.textContent = text;
    label.append(name, input, ...(shown ? [shown] : []));
    return label;
}

function makeInput(control, value) {
    const input = document.createElement(control.choices ? "select" : "input");
    input.id = `option-${control.name}`;
    if (control.choices) {
        input.append(...Object.entries(control.choices).map(([word, text]) => new Option(text, word)));
        input.value = value;
    } else if (control.check) {
        input.type = "checkbox";
        input.checked = value;
    } else {
        Object.assign(input, { type: "range", min: control.min, max: control.max, step: control.step, value });
    }
    return input;
}

/** Fills `parent`; `changed(name, value)` is called when something was set. */
export function showControls(parent, controls, options, changed) {
    parent.replaceChildren(...controls.map((control) => {
        const input = makeInput(control, options[control.name]);
        if (control.choices || control.check) {
            input.onchange = () => changed(control.name, control.check ? input.checked : input.value);
            return makeLabel(control.label, input);
        }
        const shown = document.createElement("output");
        shown.textContent = options[control.name];
        input.oninput = () => {
            shown.textContent = input.value;
            changed(control.name, Number(input.value));
        };
        return makeLabel(control.label, input, shown);
    }));
}

/** The slider of a number of agents: its value, which is by its logarithm where there may be many. */
export function showCount(input, { min, max, logarithmic = false }, count) {
    const scale = logarithmic ? Math.log10 : Number;
    Object.assign(input, { min: scale(min), max: scale(max), step: logarithmic ? "any" : 1, value: scale(count) });
}

export function readCount(input, { logarithmic = false }) {
    return logarithmic ? Math.round(10 ** Number(input.value)) : Number(input.value);
}
