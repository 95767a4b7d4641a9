/** A call that failed: the library's message, its status and the status's name, such as "INVALID_ARGUMENT". */
export class ThrongError extends Error {
    constructor(message, status, code) {
        super(message);
        this.name = "ThrongError";
        this.status = status;
        this.code = code;
    }
}
